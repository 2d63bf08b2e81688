"""Downloads of a learning plan. A file is made when its button is pressed."""

from collections.abc import Mapping
from datetime import time
from functools import partial

import streamlit as st

from agent.exchange import file_name
from agent.exchange.plans import FORMATS, WEEKDAYS, Format, Options, Study
from agent.ports import StoredPlan

DAYS = dict(zip(WEEKDAYS, ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), strict=True))
EVENING = time(18)


def offer(stored: StoredPlan, skills: Mapping[str, str], *, key: str) -> None:
    with st.popover(
        "Export", icon=":material/download:", key=f"export-plan-{key}", on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        days = st.pills(
            "Study days, as blocks in the calendar",
            WEEKDAYS,
            selection_mode="multi",
            format_func=DAYS.__getitem__,
            key=f"study-days-{key}",
            help="None: the calendar holds the days on which milestones are due, and no more.",
        )
        at = st.time_input("From", EVENING, key=f"study-at-{key}") if days else EVENING
        options = Options(skills, Study(days, at) if days else None)
        for kind in FORMATS:
            st.download_button(
                kind.label,
                partial(_file, kind, stored, options),
                file_name=file_name(stored.title, kind.suffix),
                mime=kind.mime,
                icon=":material/file_save:",
                key=f"{kind.name}-{key}",
                type="tertiary",
                on_click="ignore",
            )


def _file(kind: Format, stored: StoredPlan, options: Options) -> bytes:
    return kind.write(stored, options)
