"""What later turns go on from once there is a version of a piece."""

from agent.ports import Version
from agent.workflows.studio.contracts import Brief
from agent.workflows.studio.state import Plain


def standing(version: Version, brief: Brief) -> Plain:
    content, research = version.content, brief.research
    return {
        "piece": content,
        "piece_id": version.piece,
        "last_piece": {
            "id": version.piece,
            "kind": content["kind"],
            "title": content["title"],
            "number": version.number,
        },
        "basis": {
            "brief": brief.model_dump(mode="json", exclude={"research"}),
            "research": research and research.model_dump(mode="json"),
        },
    }
