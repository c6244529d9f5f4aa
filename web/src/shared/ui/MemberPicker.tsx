import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { MemberChip } from './MemberChip.tsx'
import { type Choice, MemberOption } from './MemberOption.tsx'
import {
  type Assignable,
  addEntries,
  isAddress,
  isSame,
  labelOf,
  memberOf,
  type Picked,
  problemLines,
  splitEntries,
} from './member-picks.ts'

export type { Assignable, Picked } from './member-picks.ts'

/** More would not help to find somebody; typing does. */
const shownChoices = 50

export interface MemberPickerProps {
  label: string
  value: Picked[]
  onChange: (next: Picked[]) => void
  assignable?: Assignable[]
  /** Who is assignable is found by the server: called at every change of the text. */
  onSearch?: (text: string) => void
  isSearching?: boolean
  allowAddresses?: boolean
  checkAddress?: (email: string) => string | null
  placeholder?: string
  helperText?: ReactNode
  error?: boolean
  autoFocus?: boolean
}

/** Picks members by name and, where allowed, anybody by e-mail address; many addresses can be pasted at once. */
export function MemberPicker(props: MemberPickerProps) {
  const { value, onChange, onSearch, allowAddresses = false, assignable = [] } = props
  const [text, setText] = useState('')
  const problems = problemLines(value)
  const search = (next: string) => {
    setText(next)
    onSearch?.(next)
  }
  const add = (entries: string[]) => {
    onChange(addEntries(value, entries, { assignable, checkAddress: props.checkAddress }))
    search('')
  }
  const type = (next: string) => {
    const isDone = /[,;]/.test(next) || (/\s$/.test(next) && isAddress(next.trim()))
    if (allowAddresses && isDone) return add(splitEntries(next))
    search(next)
  }
  const paste = (event: ClipboardEvent) => {
    const entries = splitEntries(event.clipboardData.getData('text'))
    // A name, or a part of an address, is pasted as text.
    if (!allowAddresses || !entries.some(isAddress)) return
    event.preventDefault()
    add(entries)
  }
  const isNewAddress = ({ picked }: Choice) => picked.kind === 'address' && !value.includes(picked)
  const choose = (next: (Choice | string)[]) => {
    // What is already picked stays as it is; a typed or offered address is checked like a pasted one.
    const kept: Picked[] = []
    const entries: string[] = []
    for (const one of next) {
      const known = typeof one === 'string' ? assignableNamed(one, assignable) : one
      if (!known) entries.push(...splitEntries(String(one)))
      else if (isNewAddress(known)) entries.push(labelOf(known.picked))
      else kept.push(known.picked)
    }
    onChange(addEntries(kept, entries, { assignable, checkAddress: props.checkAddress }))
    search('')
  }
  const editAgain = (one: Picked) => {
    onChange(value.filter((other) => other !== one))
    search(labelOf(one))
  }
  return (
    <Autocomplete<Choice, true, false, boolean>
      multiple
      freeSolo={allowAddresses}
      autoHighlight
      filterSelectedOptions
      handleHomeEndKeys={false}
      value={value.map((picked) => ({ picked }))}
      onChange={(_event, next) => choose(next)}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'input') type(next)
      }}
      onBlur={() => {
        // Somebody who has typed an address and goes on means it.
        if (allowAddresses && text.includes('@')) add(splitEntries(text))
      }}
      options={assignable.map(choiceOf)}
      filterOptions={(choices) => matching(choices, text, { isFound: Boolean(onSearch), allowAddresses })}
      isOptionEqualToValue={areSame}
      getOptionLabel={(one) => (typeof one === 'string' ? one : labelOf(one.picked))}
      getOptionKey={(one) => (typeof one === 'string' ? one : keyOf(one.picked))}
      getOptionDisabled={(one) => Boolean(one.assignable?.disabledBecause)}
      loading={props.isSearching ?? false}
      loadingText="Searching…"
      noOptionsText={text ? 'No members found' : 'Type a name to search'}
      renderOption={({ key, ...item }, choice) => <MemberOption key={key} item={item} choice={choice} />}
      renderValue={(chosen, getItemProps) =>
        chosen.map((one, index) => {
          if (typeof one === 'string') return null
          const { key, ...item } = getItemProps({ index })
          return <MemberChip key={key} item={item} picked={one.picked} onEdit={() => editAgain(one.picked)} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={props.label}
          placeholder={value.length === 0 ? (props.placeholder ?? '') : ''}
          error={Boolean(props.error) || problems.length > 0}
          helperText={<Help problems={problems} text={props.helperText} />}
          onPaste={paste}
          autoFocus={props.autoFocus ?? false}
        />
      )}
      sx={{ '& .MuiInputBase-root': { maxHeight: 200, overflowY: 'auto' } }}
    />
  )
}

function Help({ problems, text }: { problems: string[]; text: ReactNode }) {
  return (
    <span aria-live="polite">
      {problems.map((line) => (
        <span key={line} style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {line}
        </span>
      ))}
      {text}
    </span>
  )
}

function matching(
  choices: Choice[],
  text: string,
  { isFound, allowAddresses }: { isFound: boolean; allowAddresses: boolean },
): Choice[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ picked }: Choice) =>
    labelOf(picked).toLowerCase().includes(wanted) || Boolean(picked.email?.toLowerCase().includes(wanted))
  const found = (isFound ? choices : choices.filter(fits)).slice(0, shownChoices)
  const isKnown = choices.some(({ picked }) => picked.email?.toLowerCase() === wanted)
  if (!allowAddresses || isKnown || !isAddress(text.trim())) return found
  return [...found, { picked: { kind: 'address', email: text.trim(), problem: null } }]
}

function choiceOf(assignable: Assignable): Choice {
  return { picked: memberOf(assignable), assignable }
}

/** The first who may be picked among those whom a typed part of a name means: Enter may be faster than the list. */
function assignableNamed(text: string, assignable: Assignable[]): Choice | undefined {
  if (text.includes('@')) return undefined
  const free = assignable.filter(({ disabledBecause }) => !disabledBecause).map(choiceOf)
  return matching(free, text, { isFound: false, allowAddresses: false })[0]
}

/** Typed text is nobody yet, whatever the types of the component say. */
function areSame(one: Choice | string, other: Choice | string): boolean {
  return typeof one !== 'string' && typeof other !== 'string' && isSame(one.picked, other.picked)
}

function keyOf(picked: Picked): string {
  return picked.kind === 'member' ? `member-${picked.userId}` : picked.email
}
