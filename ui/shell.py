"""The frame of every page: config, sidebar, navigation."""

import streamlit as st

from ui import navigation, session, sidebar

sidebar.frame()
page = st.navigation(navigation.pages(), position="sidebar")
session.tell_address()
with session.explained():
    sidebar.draw(page)
    page.run()
