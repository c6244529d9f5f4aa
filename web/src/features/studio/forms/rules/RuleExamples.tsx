import type { Path } from '../../../../../../editing/types.ts'
import { appendEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { DeletableLine } from '../fields/DeletableLine.tsx'
import { Disclosure } from '../fields/Disclosure.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { freshExample } from './words.ts'

/** Documents that a rule must let pass, and such that it must find fault with. */
export function RuleExamples({ path }: { path: Path }) {
  const passing = useCount([...path, 'pass'])
  const failing = useCount([...path, 'fail'])
  const count = passing + failing
  return (
    <Disclosure label="Examples" summary={count === 0 ? 'None' : count.toLocaleString('en')}>
      {() => (
        <Fields>
          <Examples path={[...path, 'pass']} count={passing} which="must pass" />
          <Examples path={[...path, 'fail']} count={failing} which="must fail" />
        </Fields>
      )}
    </Disclosure>
  )
}

function useCount(path: Path): number {
  const { look } = useForm()
  return useSelected(() => {
    const value = look(path)
    return Array.isArray(value) ? value.length : 0
  })
}

function Examples({ path, count, which }: { path: Path; count: number; which: string }) {
  const { look, run } = useForm()
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <DeletableLine
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no names
          key={index}
          of={`example ${index + 1} that ${which}`}
          path={[...path, index]}
          prune={3}
        >
          <TextField
            path={[...path, index]}
            label={`Example ${index + 1} that ${which}`}
            isMono
            isMultiline
          />
        </DeletableLine>
      ))}
      <AddButton
        label={`Add an example that ${which}`}
        onClick={() => run(appendEdits(look, path, freshExample))}
      />
    </>
  )
}
