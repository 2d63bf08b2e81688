"""The least JSON that fits a schema."""

from typing import Any

Plain = dict[str, Any]

_WORD = "sample text "


def least(schema: Plain, root: Plain | None = None) -> Any:
    """Deterministic: the first of what is allowed, and as little of it as is allowed."""
    root = root or schema
    if "$ref" in schema:
        return least(root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root)
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return least(schema[key][0], root)
    return _of_type(schema, root)


def _of_type(schema: Plain, root: Plain) -> Any:
    match schema.get("type"):
        case "object":
            required = schema.get("required", [])
            return {k: least(v, root) for k, v in _properties(schema) if k in required}
        case "array":
            return [least(schema.get("items", {}), root) for _ in range(schema.get("minItems", 0))]
        case "integer" | "number":
            return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        case "boolean":
            return False
        case "null":
            return None
    text = _WORD * (1 + schema.get("minLength", 1) // len(_WORD))
    return text[: schema.get("maxLength", len(text))].strip()


def _properties(schema: Plain) -> Any:
    return schema.get("properties", {}).items()
