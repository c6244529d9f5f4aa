import { useState } from 'react'
import { type Assignable, MemberPicker, type Picked } from './MemberPicker.tsx'

export const title = 'Member picker'

const assignable: Assignable[] = [
  { userId: 1, name: 'Ada Lovelace', email: 'ada@example.com', note: 'Admin' },
  { userId: 2, name: 'Grace Hopper', email: 'grace@example.com', disabledBecause: 'Already in this team' },
  { userId: 3, name: 'Katherine Johnson', email: 'katherine@example.com', note: 'Viewer' },
  { userId: 4, name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh', email: 'w@example.com' },
]

/** Members by name and anybody by address. */
export function MembersAndAddresses() {
  const [value, setValue] = useState<Picked[]>([])
  return (
    <MemberPicker
      label="Members"
      value={value}
      onChange={setValue}
      assignable={assignable}
      allowAddresses
      placeholder="Names or e-mail addresses"
      helperText="Separate addresses with commas, or paste a list."
    />
  )
}

/** Addresses only; some of them cannot be invited. */
export function Invitations() {
  const [value, setValue] = useState<Picked[]>([
    { kind: 'address', email: 'linus@example.com', problem: null },
    { kind: 'address', email: 'not-an-address', problem: 'Invalid e-mail address' },
    {
      kind: 'address',
      email: 'ada@example.com',
      problem: 'This e-mail has pending invitation or already a member',
    },
  ])
  return (
    <MemberPicker
      label="E-mail addresses"
      value={value}
      onChange={setValue}
      allowAddresses
      checkAddress={(email) =>
        email === 'ada@example.com' ? 'This e-mail has pending invitation or already a member' : null
      }
    />
  )
}

/** Members only. */
export function MembersOnly() {
  const [value, setValue] = useState<Picked[]>([
    { kind: 'member', userId: 3, name: 'Katherine Johnson', email: 'katherine@example.com' },
  ])
  return <MemberPicker label="Admins" value={value} onChange={setValue} assignable={assignable} />
}
