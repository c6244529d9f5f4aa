import type { Path } from '../../../../../../editing/types.ts'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { isOas3 } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, usePart } from '../binding/use-part.ts'
import { AddMenu } from '../fields/AddMenu.tsx'
import { Disclosure } from '../fields/Disclosure.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields, Nothing } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { OperationList } from './OperationList.tsx'
import { Parameters } from './Parameters.tsx'
import { addOperationEdits, isMethod, methodsOf } from './paths.ts'
import { ServerList } from './Servers.tsx'

/** A path, or a webhook: what holds for all of its operations, and which there are. */
export function PathView({ path }: { path: Path }) {
  const { flavour, run, look, onOpen } = useForm()
  const isWebhook = path[0] === 'webhooks'
  const methods = useKeys(path).filter(isMethod)
  const { value: version } = usePart(['openapi'])
  const free = methodsOf(flavour, version).filter((method) => !methods.some((known) => known === method))
  const add = (method: string) => {
    if (run(addOperationEdits(look, path, method)) === null) onOpen([...path, method])
  }
  return (
    <>
      <FormSection
        title="Operations"
        count={methods.length}
        actions={
          <AddMenu
            label="Add operation"
            choices={free.map((method) => ({ value: method, label: <MethodBadge method={method} /> }))}
            onPick={add}
          />
        }
      >
        {methods.length === 0 ? <Nothing>No operation yet.</Nothing> : null}
        <OperationList path={path} methods={methods} />
      </FormSection>
      <Parameters owner={path} pathItem={isWebhook ? null : path} title="Parameters of all operations" />
      {isOas3(flavour) ? (
        <FormSection title="More">
          <Disclosure label="Summary, description and servers">
            {() => (
              <>
                <Fields>
                  <TextField path={[...path, 'summary']} label="Summary" />
                  <MarkdownField path={[...path, 'description']} />
                </Fields>
                <ServerList path={[...path, 'servers']} title="Servers of its own" />
              </>
            )}
          </Disclosure>
        </FormSection>
      ) : null}
    </>
  )
}
