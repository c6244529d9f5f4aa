import type { Path } from '../../../../../../editing/types.ts'
import { useForm } from '../binding/form-context.tsx'
import { Referable } from '../fields/Referable.tsx'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { ParameterForm } from './ParameterForm.tsx'

/** Headers of an answer, or of a part of a body, by their names. */
export function Headers({ path }: { path: Path }) {
  const { flavour } = useForm()
  return (
    <TabbedMap
      isInner
      path={path}
      title="Headers"
      noun="header"
      placeholder="X-Rate-Limit"
      prune={1}
      extract={{ kind: 'headers' }}
      fresh={() => (flavour === 'oas2' ? { type: 'string' } : { schema: { type: 'string' } })}
    >
      {(header) => (
        <Referable path={header} kind="headers">
          <ParameterForm path={header} isHeader />
        </Referable>
      )}
    </TabbedMap>
  )
}

/** For bodies, whose parts have headers of their own. */
export const renderHeaders = (path: Path) => <Headers path={path} />
