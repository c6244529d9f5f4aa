import type { Path } from '../../../../../../editing/types.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { AddMenu } from '../fields/AddMenu.tsx'
import { rulesFor } from './rules.ts'

/** Adds what else a schema can say; what has a schema of its own becomes a row of the tree. */
export function RuleMenu({ path, onAdded }: { path: Path; onAdded?: (() => void) | undefined }) {
  const { look, run, flavour, say } = useForm()
  const keywords = useSelected(() => rulesFor(look(path), flavour).map(({ keyword }) => keyword))
  const rules = rulesFor(look(path), flavour).filter(({ keyword }) => keywords.includes(keyword))
  const add = (keyword: string) => {
    const rule = rules.find((one) => one.keyword === keyword)
    if (!rule || run(rule.edits(look, path))) return
    say(`${rule.label}: added.`)
    onAdded?.()
  }
  return (
    <AddMenu
      label="Add rule"
      choices={rules.map(({ keyword, label }) => ({ value: keyword, label }))}
      onPick={add}
    />
  )
}
