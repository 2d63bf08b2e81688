"""The answers in words that read and write nothing."""

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, words_of
from agent.errors import Stopped
from agent.events import Token
from agent.ports import Context
from agent.steps import Chat
from agent.workflows.tickets.needed import bot_of
from agent.workflows.tickets.state import AgentState, Plain

TEMPERATURE = 0.2


def general_chat(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Answer in words: nothing is read and nothing is written."""
    _ = gettext_of(state)
    alone = _(
        "Describe what is needed or broken, and I draft an issue that you approve. I also score"
        " issues, write their pages, look issues and pages up, and answer from what is recorded."
        " To talk about anything else, choose a model in the sidebar."
    )
    chat = Chat(
        system=(
            "You are the tickets assistant of Interlude. You help product owners: a message such as"
            " “Create a Jira issue for user authentication” becomes a draft they approve, an issue,"
            " a maturity score and a wiki page. In this message nothing is written, and you cannot"
            " write anything. Be short, and answer in the user's language."
            + (f"\nEarlier: {state['summary']}" if state.get("summary") else "")
        ),
        messages=state["messages"],
        rules=lambda _messages: AIMessage(alone),
        temperature=TEMPERATURE,
    )
    return {"messages": [runtime.context.llm.reply(chat)], "next_action": "end"}


def coze_agent(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Hand the message to the bot; its answer streams into the conversation."""
    context = runtime.context
    bot = bot_of(context)

    def say_on(piece: str) -> None:
        context.report.emit(Token(piece, by=bot.name))

    answer = bot.ask(
        words_of(state),
        user=context.user,
        on_text=say_on,
        is_stopped=lambda: context.report.stopped,
    )
    if answer.stopped and not answer.text:
        # An empty answer in the conversation makes some models refuse all that follows.
        raise Stopped("Stopped.")
    result = {
        "success": True,
        "response": answer.text,
        "conversation_id": answer.conversation,
        "token_usage": answer.tokens,
    }
    return {"messages": [AIMessage(answer.text)], "coze_result": result, "next_action": "end"}
