"""The script of a page with the connections and the weights, over ports that a test gives."""

import streamlit as st

from ui import connections, weights

connections.offer(st.session_state["ports"])
weights.offer(st.session_state["set_up"])
st.session_state["given"] = weights.chosen(st.session_state["set_up"])
