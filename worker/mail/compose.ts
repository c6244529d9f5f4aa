// Which words a template of the outbox becomes.
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import {
  accountConnectedMail,
  accountDeletedMail,
  accountDisconnectedMail,
  addressClaimedMail,
  emailAddedMail,
  emailRemovedMail,
  foundWorkspacesMail,
  newSignInMail,
  passwordChangedMail,
  primaryEmailChangedMail,
  tokenCreatedMail,
} from './account.ts'
import { type AuditMovedData, auditMovedMail, auditPausedMail } from './audit.ts'
import { type BillingData, billingMail } from './billing.ts'
import { type CodeData, codeMail, resetMail } from './code.ts'
import { type DeletionData, deletionMail } from './deletion.ts'
import { type DigestData, digestMail } from './digest.ts'
import { type DomainOffData, domainOffMail } from './domain.ts'
import { layout, plain } from './layout.ts'
import type { Letter } from './letter.ts'
import {
  type CollectedInvitation,
  type InvitationData,
  invitationMail,
  invitationsMail,
  joinApprovedMail,
  joinDeniedMail,
  joinRequestMail,
} from './membership.ts'
import { type MentionsData, mentionsMail } from './mentions.ts'
import { withNamesInMail } from './names.ts'
import { type Place, placeOf } from './place.ts'
import { type ProposalData, proposalMail } from './proposal.ts'
import { workspaceUrl } from './urls.ts'

export interface Composed {
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: each template knows the data that the database gives it.
type Template = (data: any, place: Place, config: Config) => Letter

const TEMPLATES: Record<string, Template> = {
  billing: (data: BillingData, place) => billingMail(data, place),
  code: (data: CodeData, place) => codeMail(data, place),
  reset: (data: { code: string }) => resetMail(data),
  invitation: (data: InvitationData, place) => invitationMail(data, place),
  invitations: (data: { invitations: Record<string, CollectedInvitation> }, _place, config) =>
    invitationsMail(
      Object.values(data.invitations).map((one) => ({ ...one, url: workspaceUrl(config, one.slug) })),
    ),
  join_request: joinRequestMail,
  join_approved: joinApprovedMail,
  join_denied: joinDeniedMail,
  address_claimed: addressClaimedMail,
  email_added: emailAddedMail,
  email_removed: emailRemovedMail,
  primary_email_changed: primaryEmailChangedMail,
  account_connected: accountConnectedMail,
  account_deleted: accountDeletedMail,
  account_disconnected: accountDisconnectedMail,
  token_created: tokenCreatedMail,
  password_changed: passwordChangedMail,
  new_sign_in: newSignInMail,
  found_workspaces: (data: { workspaces: { name: string; slug: string }[] }, _place, config) =>
    foundWorkspacesMail(data.workspaces.map(({ name, slug }) => ({ name, url: workspaceUrl(config, slug) }))),
  workspace_deletion: (data: DeletionData, place) => deletionMail(data, place),
  domain_off: (data: DomainOffData, place) => domainOffMail(data, place),
  audit_moved: (data: AuditMovedData, place) => auditMovedMail(data, place),
  audit_paused: (_data, place) => auditPausedMail(place),
  daily_digest: (data: DigestData, place) => digestMail(data, place),
  mentions: (data: MentionsData, place) => mentionsMail(data, place),
  proposal: (data: ProposalData, place) => proposalMail(data, place),
}

/** The templates there are. */
export const templateNames = Object.keys(TEMPLATES)

/**
 * Subject, HTML, plain text and headers of a mail, with all names that people chose made fit for it; undefined when the workspace it is about is gone. Throws for a
 * template that does not exist.
 */
export async function compose(
  db: PoolClient,
  config: Config,
  { template, data }: { template: string; data: Record<string, unknown> },
): Promise<Composed | undefined> {
  const write = TEMPLATES[template]
  if (!write) throw new Error(`There is no mail template "${template}".`)
  const workspaceId = data.workspace_id
  const place = await placeOf(db, config, typeof workspaceId === 'number' ? workspaceId : undefined)
  if (!place) return undefined
  const letter = write(withNamesInMail(data), place, config)
  return {
    subject: letter.subject,
    html: layout(letter, place.brand),
    text: plain(letter, place.brand),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(letter) },
  }
}

/** One click ends the mails (RFC 8058). */
function unsubscribeHeaders({ unsubscribe }: Letter): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
