import type { Path } from '../../../../../../editing/types.ts'
import { keptTextCodec } from '../binding/codecs.ts'
import { appendEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, useSelected } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { ItemList } from '../fields/ItemList.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { NameBox } from '../fields/NameBox.tsx'
import { Fields, Nothing } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'

const path = ['tags']

/** The names of the tags that the description declares. */
export function useTagNames(): readonly string[] {
  const { look } = useForm()
  return useSelected(() => {
    const tags = look(path)
    if (!Array.isArray(tags)) return []
    return tags.flatMap((tag) => (typeof tag?.name === 'string' ? [tag.name as string] : []))
  })
}

/** The name of a tag. Operations that have it follow, where the form is told how to rename. */
function TagName({ path: at, names }: { path: Path; names: readonly string[] }) {
  const { source, look, onRename } = useForm()
  const name = useSelected(() => look(at))
  if (!onRename || typeof name !== 'string' || name === '')
    return <TextField path={at} label="Name" codec={keptTextCodec} isRequired />
  const rename = (to: string) => {
    if (names.includes(to)) return `There is a tag “${to}” already.`
    void onRename(at, to)
    return null
  }
  return <NameBox label="Name" name={name} onName={rename} isReadOnly={source.readOnly} />
}

/** What operations are sorted by. */
export function TagList() {
  const { look, run } = useForm()
  const indices = useKeys(path).filter((key): key is number => typeof key === 'number')
  const names = useTagNames()
  const add = (name: string) => {
    if (names.includes(name)) return `There is a tag “${name}” already.`
    return run(appendEdits(look, path, { name }))?.reason ?? null
  }
  return (
    <FormSection
      title="Tags"
      count={indices.length}
      actions={<AddNamed label="Add tag" nameLabel="Name of the new tag" onAdd={add} />}
    >
      {indices.length === 0 ? <Nothing>No tags yet.</Nothing> : null}
      <ItemList
        path={path}
        indices={indices}
        label="Tags"
        nameOf={(index) => names[index] ?? `tag ${index + 1}`}
      >
        {(tag) => (
          <Fields>
            <TagName path={[...tag, 'name']} names={names} />
            <MarkdownField path={[...tag, 'description']} />
            <TextField
              path={[...tag, 'externalDocs', 'url']}
              label="Documentation"
              prune={1}
              placeholder="https://"
            />
          </Fields>
        )}
      </ItemList>
    </FormSection>
  )
}
