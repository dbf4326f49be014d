import { EditorView } from '@codemirror/view';

/**
 * Types over a selection as a change of the editor. Chromium's own editing would give the new text the style of the old
 * one as an attribute, which the page's policy refuses.
 */
export const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || from === to) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    const isHandled = handlers.some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
