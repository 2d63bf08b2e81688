"""The frame of every page: config, sidebar, navigation."""

import streamlit as st

from ui import session, sidebar

sidebar.frame()
page = st.navigation(sidebar.pages(), position="sidebar")
session.tell_address()
with session.explained():
    sidebar.draw(page)
    page.run()
