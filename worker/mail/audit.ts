// The mail about an audit webhook that is paused, to those who may read the activity.
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
