// Members and addresses as they are picked: what was pasted, what is wrong with it, who is meant.

import { emailPattern } from '../../../../supabase/functions/_shared/domain/emails.ts'
import { workspaceRoleLabel } from './roles.ts'

export type Picked =
  | { kind: 'member'; userId: number; name: string; email?: string | null }
  | { kind: 'address'; email: string; problem: string | null }

export interface Assignable {
  userId: number
  name: string
  email?: string | null
  avatarUrl?: string | null
  note?: string | null
  disabledBecause?: string | null
}

export interface PickRules {
  assignable: Assignable[]
  checkAddress: ((email: string) => string | null) | undefined
}

/** A member as the lists of people who can be added answer them. */
interface AssignableMember {
  user_id: number
  display_name: string
  email: string | null
  avatar_url: string | null
  workspace_role: string
}

/** The choice that such a member is. */
export function assignableOf(person: AssignableMember): Assignable {
  return {
    userId: person.user_id,
    name: person.display_name,
    email: person.email,
    avatarUrl: person.avatar_url,
    note: workspaceRoleLabel(person.workspace_role),
  }
}

const invalidAddress = 'Invalid e-mail address'

/** How many entries a message names before it counts the rest. */
const namedEntries = 3

/** Whether a text is an e-mail address. */
export function isAddress(text: string): boolean {
  return text.length <= 255 && emailPattern.test(text)
}

/**
 * The entries of a pasted text, separated by commas, semicolons, blanks or line breaks, each once.
 * Of 'Ada Lovelace <ada@example.com>' the address counts.
 */
export function splitEntries(text: string): string[] {
  const entries = text.split(/[,;\n\r]+/).flatMap((part) => {
    const bracketed = /<\s*([^<>\s]+@[^<>\s]+)\s*>/.exec(part)?.[1]
    return bracketed ? [bracketed] : part.split(/\s+/)
  })
  const seen = new Map(entries.filter(Boolean).map((entry) => [entry.toLowerCase(), entry]))
  return [...seen.values()]
}

/** What is picked with these entries added: an assignable member's address means the member, nobody is there twice. */
export function addEntries(value: Picked[], entries: string[], rules: PickRules): Picked[] {
  const picked = [...value]
  for (const entry of entries) {
    const next = pickOf(entry, rules)
    if (!picked.some((one) => isSame(one, next))) picked.push(next)
  }
  return picked
}

/** What is picked with an assignable member of the list. */
export function memberOf({ userId, name, email }: Assignable): Picked {
  return { kind: 'member', userId, name, email: email ?? null }
}

/** Whether two picks mean the same person. */
export function isSame(one: Picked, other: Picked): boolean {
  if (one.kind === 'member' && other.kind === 'member') return one.userId === other.userId
  return Boolean(one.email) && one.email?.toLowerCase() === other.email?.toLowerCase()
}

/** What is written on a pick. */
export function labelOf(picked: Picked): string {
  return picked.kind === 'member' ? picked.name : picked.email
}

/** Each problem of the picked addresses with the addresses that have it: 'Invalid e-mail address: ada, bob'. */
export function problemLines(value: Picked[]): string[] {
  const byProblem = new Map<string, string[]>()
  for (const { email, problem } of invalidOf(value)) {
    byProblem.set(problem, [...(byProblem.get(problem) ?? []), email])
  }
  return [...byProblem].map(([problem, emails]) => `${problem}: ${named(emails)}`)
}

/** Why a form with invalid entries cannot be sent; null when all are fine. */
export function invalidEntriesMessage(value: Picked[]): string | null {
  const emails = invalidOf(value).map(({ email }) => email)
  return emails.length === 0 ? null : `Cannot send form due to invalid entries: ${named(emails)}`
}

function pickOf(entry: string, { assignable, checkAddress }: PickRules): Picked {
  const meant = assignable.find(({ email }) => email?.toLowerCase() === entry.toLowerCase())
  if (meant && !meant.disabledBecause) return memberOf(meant)
  if (meant?.disabledBecause) return { kind: 'address', email: entry, problem: meant.disabledBecause }
  const problem = isAddress(entry) ? (checkAddress?.(entry) ?? null) : invalidAddress
  return { kind: 'address', email: entry, problem }
}

/** What is picked without the entries that cannot be sent. */
export function withoutInvalid(value: Picked[]): Picked[] {
  return value.filter((one) => one.kind === 'member' || one.problem === null)
}

function invalidOf(value: Picked[]): { email: string; problem: string }[] {
  return value.flatMap((one) =>
    one.kind === 'address' && one.problem !== null ? [{ email: one.email, problem: one.problem }] : [],
  )
}

function named(emails: string[]): string {
  const rest = emails.length - namedEntries
  return emails.slice(0, namedEntries).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
