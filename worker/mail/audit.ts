// Mails about an audit webhook, to those who may read the activity.
import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

/** The trail of a workspace is sent no more, because nobody has taken it for three days. */
export function auditPausedMail({ brand, name }: Place): Letter {
  return {
    subject: `The audit webhook of ${name} was paused`,
    title: 'The audit webhook was paused',
    intro: [
      `The address that the activity of the workspace ${name} is sent to has taken nothing for three days, so nothing more is sent there. What it answered last stands on the page below.`,
      'Nothing is lost: resumed, it is sent everything since the last entry that was taken.',
    ],
    button: { label: 'Go to audit', url: `${brand.url}/admin/activity/audit` },
    notes: [],
  }
}

export interface AuditMovedData {
  person: string | null
  /** It is sent nowhere any more. */
  removed: boolean
}

/** The trail of a workspace is sent to another host, or to none: somebody of its administrators should know why. */
export function auditMovedMail({ person, removed }: AuditMovedData, { brand, name }: Place): Letter {
  const change = removed ? 'was removed' : 'leads to another host'
  return {
    subject: `The audit webhook of ${name} ${change}`,
    title: `The audit webhook ${change}`,
    intro: [
      `${person || 'Somebody'} ${removed ? 'removed the address' : 'changed the address'} that the activity of the workspace ${name} is sent to. The activity names the hosts.`,
      'If nobody you know meant to do this, look at the activity and at who may change these settings.',
    ],
    button: { label: 'Go to audit', url: `${brand.url}/admin/activity/audit` },
    notes: [],
  }
}
