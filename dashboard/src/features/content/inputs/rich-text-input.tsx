import '@mantine/tiptap/styles.layer.css';
import { Input } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { type Extensions, getSchema } from '@tiptap/core';
import { type JSONContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId } from 'react';
import { styleNonce } from '../../../ui/style-nonce.ts';
import { isSame } from '../values.ts';
import { type InputProps, useCommon, useTextDirection } from './editing.ts';

const EXTENSIONS: Extensions = [StarterKit.configure({ link: false }), Link];
const EMPTY: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Programs may have written nodes that this editor does not support and would lose. */
function isKnown(value: JSONContent): boolean {
  try {
    getSchema(EXTENSIONS).nodeFromJSON(value).check();
    return true;
  } catch {
    return false;
  }
}

type Props = InputProps<Record<string, unknown>> & { fallback: ReactNode };

export function RichTextInput(props: Props) {
  const isEditable = props.value === undefined || isKnown(props.value as JSONContent);
  return isEditable ? <Editor {...props} /> : props.fallback;
}

function Editor(props: Props) {
  const { readOnly, label, description, error, 'data-path': path } = useCommon(props);
  const { dir } = useTextDirection();
  const id = useId();
  const { value, onChange } = props;
  const editor = useEditor(
    {
      extensions: EXTENSIONS,
      content: (value as JSONContent | undefined) ?? EMPTY,
      editable: !readOnly,
      injectNonce: styleNonce(),
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': id,
          'data-path': path,
          dir,
        },
      },
      onUpdate: ({ editor: now }) => onChange(now.isEmpty ? undefined : now.getJSON()),
    },
    [readOnly, path, dir],
  );
  // The form may replace the text, by a colleague's or by an earlier revision. Text typed here is in the editor already.
  useEffect(() => {
    const wanted = (value as JSONContent | undefined) ?? EMPTY;
    const isThere = value === undefined ? editor?.isEmpty : isSame(wanted, editor?.getJSON());
    if (editor && !isThere) editor.commands.setContent(wanted, { emitUpdate: false });
  }, [editor, value]);
  // The handler of the first rendering would restore the form's values of that time.
  useEffect(() => {
    editor?.setOptions({ onUpdate: ({ editor: now }) => onChange(now.isEmpty ? undefined : now.getJSON()) });
  }, [editor, onChange]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
      inputContainer={(children) => <div>{children}</div>}
    >
      <RichTextEditor
        editor={editor}
        mt={4}
        // The kit's button has no label, only a colour.
        attributes={{ linkEditorExternalControl: { 'aria-label': 'Open the link in a new tab' } }}
      >
        {!readOnly && <Toolbar />}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

function Toolbar() {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
