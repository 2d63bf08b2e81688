"""Downloads of a learning plan. A file is made when its button is pressed."""

from collections.abc import Mapping
from datetime import time
from functools import partial

import streamlit as st

from agent.exchange import file_name
from agent.exchange.plans import FORMATS, WEEKDAYS, Format, Options, Study
from agent.ports import StoredPlan
from ui.ages import weekday
from ui.language import _

EVENING = time(18)


def offer(stored: StoredPlan, skills: Mapping[str, str], *, key: str) -> None:
    with st.popover(
        _("Export"), icon=":material/download:", key=f"export-plan-{key}", on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        days = st.pills(
            _("Study days, as blocks in the calendar"),
            WEEKDAYS,
            selection_mode="multi",
            format_func=lambda name: weekday(WEEKDAYS.index(name)),
            key=f"study-days-{key}",
            help=_("Without any, the calendar holds only the days on which milestones are due."),
        )
        at = st.time_input(_("From"), EVENING, key=f"study-at-{key}") if days else EVENING
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
