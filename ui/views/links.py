"""Links to issues and pages: the app's own open in this session, others show their host."""

from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from ui import navigation, safe


def draw(label: str, address: str, *, icon: str = ":material/open_in_new:") -> None:
    if safe.is_own(address):
        st.page_link(
            navigation.page_of("issues"),
            label=safe.plain(label),
            icon=icon,
            query_params=dict(parse_qsl(urlsplit(address).query)),
        )
    else:
        st.markdown(f"{icon} {safe.link(label, address)}", width="content")
