// A form over what somebody else may change at the same time.
import { useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { ApiProblem, refusal } from '../../data/api.ts'
import { validateAsTyped } from './as-typed.ts'
import { canSubmit } from './can-submit.ts'

type Shown = string | number | boolean | null

interface Edit<Values extends FieldValues> {
  /** What is saved, as far as this page knows. */
  saved: Values
  /** Reads what is saved now. */
  read: () => Promise<Values>
  resolver: Resolver<Values, unknown, Values>
  /** What people call the fields. */
  labels: { readonly [name: string]: string }
  /** What people call a value, where it does not speak for itself. */
  nameOf?: (name: Path<Values>, value: Shown) => string | undefined
}

const longestWord = 60

// What a call answers that was told what was seen: it is another one now, or it is there no more.
const overtaken = new Set([409, 404])

/**
 * A form whose untouched fields follow what others save. When the form is sent, what was changed here is sent and nothing
 * else, and refused once, in words, where somebody else has changed the same field since: by `sendOver`, where the call
 * itself is told what was seen and refuses; by `changesOf`, which looks first, for calls that are not. What all fields held
 * is for calls that send more than was changed.
 * `canSave`: something was changed, and may be sent.
 */
export function useEditForm<Values extends FieldValues>(edit: Edit<Values>) {
  const { saved, read, resolver, labels, nameOf } = edit
  const form = useForm<Values, unknown, Values>({
    ...validateAsTyped,
    resolver,
    defaultValues: saved as DefaultValues<Values>,
  })
  // All asked on each render: the library does not keep what nobody has asked for yet.
  const { isSubmitting, isDirty } = form.formState
  const maySubmit = canSubmit(form.formState)
  // What a field held when somebody began to change it here, or was last told of it.
  const known = useRef(saved)
  const savedText = JSON.stringify(saved)
  useEffect(() => {
    if (isSubmitting) return
    const now = JSON.parse(savedText) as Values
    const typed = { ...form.getValues() }
    const touched = changedNames(typed, form.formState.defaultValues)
    known.current = { ...now, ...picked(known.current, touched) }
    if (changedNames(now, form.formState.defaultValues).length === 0) return
    form.reset(now, { keepErrors: true })
    for (const name of touched) form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
  }, [form, savedText, isSubmitting])

  const touchedNames = () => changedNames(form.getValues(), form.formState.defaultValues)
  const refuseOvertaken = async (values: Values, touched: Path<Values>[]) => {
    const now = await read()
    const met = touched.filter((name) => now[name] !== known.current[name] && now[name] !== values[name])
    known.current = { ...known.current, ...picked(now, met) }
    if (met.length === 0) return
    const news = met.map(
      (name) => `“${labels[name] ?? name}” was changed to ${wordFor(nameOf?.(name, now[name]) ?? now[name])}`,
    )
    throw refusal(`Meanwhile ${news.join(', ')}. Save again to replace ${met.length > 1 ? 'them' : 'it'}.`)
  }
  const changesOf = async (values: Values): Promise<Partial<Values>> => {
    const touched = touchedNames()
    await refuseOvertaken(values, touched)
    return picked(values, touched)
  }
  const sendOver = async <Result>(
    values: Values,
    send: (changes: Partial<Values>, seen: Partial<Values>, known: Values) => Promise<Result>,
  ): Promise<Result> => {
    const touched = touchedNames()
    try {
      return await send(picked(values, touched), picked(known.current, touched), known.current)
    } catch (error) {
      if (error instanceof ApiProblem && overtaken.has(error.status)) await refuseOvertaken(values, touched)
      throw error
    }
  }
  return { form, changesOf, sendOver, canSave: isDirty && maySubmit }
}

export type EditForm<Values extends FieldValues> = ReturnType<typeof useEditForm<Values>>

/** “Pets”, on, off, nothing. */
function wordFor(value: Shown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = String(value ?? '')
  if (text === '') return 'nothing'
  return `“${text.length > longestWord ? `${text.slice(0, longestWord - 1)}…` : text}”`
}

function changedNames<Values extends FieldValues>(
  values: Values,
  before: Readonly<Record<string, unknown>> | undefined,
): Path<Values>[] {
  return (Object.keys(values) as Path<Values>[]).filter((name) => values[name] !== before?.[name])
}

function picked<Values extends FieldValues>(values: Values, names: Path<Values>[]): Partial<Values> {
  const entries = names.map((name): [string, PathValue<Values, Path<Values>>] => [name, values[name]])
  return Object.fromEntries(entries) as Partial<Values>
}
