"""The frame of every page: config, sidebar, navigation."""

import streamlit as st

from ui import sidebar

sidebar.frame()
page = st.navigation(sidebar.pages(), position="sidebar")
sidebar.draw(page)
page.run()
