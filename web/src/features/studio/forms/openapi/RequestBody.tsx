import type { Path } from '../../../../../../editing/types.ts'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { removeEdits, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { destructive } from '../fields/actions.tsx'
import { ComponentMenu } from '../fields/ComponentMenu.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Referable } from '../fields/Referable.tsx'
import { Fields, Nothing } from '../fields/style.ts'
import { useExtract } from '../fields/use-extract.tsx'
import { ContentMap } from './ContentMap.tsx'
import { renderHeaders } from './Headers.tsx'

/** What a call sends, from OpenAPI 3. */
export function RequestBody({ path }: { path: Path }) {
  const { look, has, run, source } = useForm()
  const extraction = useExtract('requestBodies')
  const isThere = useSelected(() => has(path))
  const add = () =>
    run(setEdits(look, path, { content: { 'application/json': { schema: { type: 'object' } } } }))
  return (
    <FormSection
      title="Request body"
      actions={
        isThere ? (
          source.readOnly ? null : (
            <RowMenu
              tabIndex={0}
              label="Actions of the request body"
              actions={[
                ...extraction.entries(path, 'Body'),
                destructive('Delete the body', () => run(removeEdits(look, path))),
              ]}
            />
          )
        ) : (
          <>
            <AddButton label="Add body" onClick={add} />
            <ComponentMenu kind="requestBodies" onPick={($ref) => run(setEdits(look, path, { $ref }))} />
          </>
        )
      }
    >
      {isThere ? (
        <Referable path={path} kind="requestBodies">
          <RequestBodyForm path={path} />
        </Referable>
      ) : (
        <Nothing>Nothing is sent.</Nothing>
      )}
      {extraction.dialog}
    </FormSection>
  )
}

export function RequestBodyForm({ path }: { path: Path }) {
  return (
    <>
      <Fields>
        <MarkdownField path={[...path, 'description']} />
      </Fields>
      <FlagField path={[...path, 'required']} label="Required" />
      <ContentMap path={[...path, 'content']} prune={0} renderHeaders={renderHeaders} />
    </>
  )
}
