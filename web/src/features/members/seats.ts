// Seats of the plan, as the database counts them (plans.json "gate_rule"): members, guests, and within the members makers and viewers.
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { Feature } from '../../shared/data/projects.ts'

/** The categories that a plan may limit. */
const labels: Record<string, string> = {
  members: 'Members',
  guests: 'Guests',
  editors: 'Makers+',
  viewers: 'Viewers',
}

export interface Seats {
  /** Its name in the catalogue. */
  feature: string
  label: string
  current: number
  pending: number
  /** Null is unlimited. */
  maximum: number | null
}

/** The seats of a feature; null while the features are not known. */
export function seatsOf(features: Feature[], name: string): Seats | null {
  const feature = features.find((one) => one.name === name)
  if (!feature) return null
  return {
    feature: name === 'guests' ? 'guests' : 'members',
    label: labels[name] ?? name,
    current: feature.usage ?? 0,
    pending: feature.pending ?? 0,
    maximum: feature.max_quantity,
  }
}

/** The seats that somebody with this role takes: as a member or guest, and of the kinds of members that are limited. */
export function seatsForRole(features: Feature[], role: WorkspaceRole): Seats[] {
  const kind = role === 'guest' ? 'guests' : 'members'
  const within = role === 'guest' ? null : seatsOf(features, role === 'viewer' ? 'viewers' : 'editors')
  const seats = seatsOf(features, kind)
  return [...(seats ? [seats] : []), ...(within && within.maximum !== null ? [within] : [])]
}

/** How many seats would be taken with invitations that are pending and `added` new ones. */
export function seatsWith({ current, pending }: Seats, added: number): number {
  return current + pending + added
}

/** Whether `added` more would be too many. */
export function isPassed(seats: Seats, added: number): boolean {
  return seats.maximum !== null && seatsWith(seats, added) > seats.maximum
}

/** Whether more of these seats can be paid for, on a plan that sells them: members, not the kinds among them. */
export function isSold({ label }: Seats): boolean {
  return label === labels.members
}

/** Whether the plan holds guests at all; a plan with no room for any does not. */
export function hasGuests(features: Feature[]): boolean {
  const guests = features.find(({ name }) => name === 'guests')
  return Boolean(guests?.in_plan) && guests?.max_quantity !== 0
}

/** Whether seats are agreed on with somebody in person: the plan that comes with an account manager. */
export function hasAccountManager(features: Feature[]): boolean {
  return features.some(({ name, in_plan }) => name === 'account_manager' && in_plan)
}

/** For who may pay for more. */
export function soldText({ maximum }: Seats): string {
  return `Your plan has ${maximum} users. More are added to your bill: you see the price before you confirm.`
}

/** Why no more can be invited: the maximum, and what makes up the sum. */
export function limitText({ label, current, pending, maximum }: Seats, added: number): string {
  return `Your plan allows a maximum of ${maximum} ${label}, including current members, pending and new invitations: ${current} current, ${pending} pending and ${added} new.`
}
