"""The page that tutorials would have one write, to compare with.

The graph lives in the session and runs in the script's thread, messages are
added up, everything is drawn on every run, and tokens are written one by one.
It opens on a conversation of 20 messages, as long as those of our page.
"""

import operator
import uuid
from typing import Annotated, Any, TypedDict

import streamlit as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

MESSAGES = 20
ANSWER = " ".join(f"word{number % 7}" for number in range(80))


class State(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]


def reply(state: State) -> dict[str, Any]:
    del state  # whatever is asked, the answer is the same
    return {"messages": [AIMessage(ANSWER)]}


def build() -> Any:
    builder = StateGraph(State)
    builder.add_node("reply", reply)
    builder.add_edge(START, "reply")
    builder.add_edge("reply", END)
    return builder.compile(checkpointer=InMemorySaver())


if "graph" not in st.session_state:
    st.session_state.graph = build()
    st.session_state.config = {"configurable": {"thread_id": str(uuid.uuid4())}}
    for number in range(MESSAGES // 2):
        question = {"messages": [HumanMessage(f"Question number {number}?")]}
        st.session_state.graph.invoke(question, st.session_state.config)

graph, config = st.session_state.graph, st.session_state.config
with st.sidebar:
    st.selectbox("Provider", ["rules", "model"])
    st.button("New")
st.title("Tutor")
for message in graph.get_state(config).values["messages"]:
    with st.chat_message("user" if message.type == "human" else "assistant"):
        st.markdown(message.content)
if text := st.chat_input("Ask"):
    st.chat_message("user").markdown(text)
    with st.chat_message("assistant"):
        st.write_stream(
            chunk.content
            for chunk, _ in graph.stream(
                {"messages": [HumanMessage(text)]}, config, stream_mode="messages"
            )
        )
