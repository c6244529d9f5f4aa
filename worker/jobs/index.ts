import type { TaskList } from 'graphile-worker'
import type { Context } from '../context.ts'
import { analyze } from './analyze.ts'
import { applyWebhooks } from './apply-webhooks.ts'
import { billTrueUpsJob, checkBillingJob } from './check-billing.ts'
import { commitDocuments } from './commit-documents.ts'
import { compactDocuments } from './compact-documents.ts'
import { compareBranch } from './compare-branch.ts'
import { compareProposal } from './compare-proposal.ts'
import { deleteBranch } from './delete-branch.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { deliverAudit } from './deliver-audit.ts'
import { exportBranch, exportFile } from './export-file.ts'
import { exportWorkspace } from './export-workspace.ts'
import { fixRule } from './fix-rule.ts'
import { followRepository } from './follow-repository.ts'
import { forwardAnalytics } from './forward-analytics.ts'
import { keepUploads } from './keep-uploads.ts'
import { lintBranch } from './lint-branch.ts'
import { lookAtBranchJob } from './look-at-branch.ts'
import { lookAtDomainJob } from './look-at-domain.ts'
import { mergeProposal } from './merge-proposal.ts'
import { migrate } from './migrate.ts'
import { purge } from './purge.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { removeWebhook } from './remove-webhook.ts'
import { reportProposal } from './report-proposal.ts'
import { reportToHost } from './report-to-host.ts'
import { sendMail } from './send-mail.ts'

interface Tasks {
  /** Analyses, which take long. */
  analysis: TaskList
  /** What is done about branches beside them: it may take a while, too. */
  branches: TaskList
  /** Files of branches in another form: a minute at a time, for as long as somebody waits. */
  exports: TaskList
  /** What waits for others' servers, which may be slow on purpose: nothing that people wait for stands behind it. */
  hosts: TaskList
  /** Whole projects of other platforms: hours, one file of theirs after the other. */
  migrations: TaskList
  /** Trails that are sent on to receivers that answer at once. */
  audits: TaskList
  /** The others, whose receivers hold up each other alone. */
  slowAudits: TaskList
  /** What Git hosts report: nothing that waits for others' servers stands before it. */
  webhooks: TaskList
  /** What differs between branches, and what would mend them: much at once, one after the other of a workspace. */
  comparisons: TaskList
  /** What rules find, beside analyses: as long as these, and the reports to hosts wait for it. */
  lints: TaskList
  /** What becomes of workspaces that go: minutes, for one that is large. */
  workspaces: TaskList
  /** Archives of whole workspaces: hours, for one whose files are many. */
  archives: TaskList
  /** A mail server that answers late holds up other mails alone. */
  mails: TaskList
  everythingElse: TaskList
}

/** The jobs by the names under which the database queues them, by what must not hold up what. */
export function tasks(context: Context): Tasks {
  const sql = (statement: string) => async () => {
    await context.db.query(statement)
  }
  return {
    analysis: { analyze: analyze(context) },
    branches: {
      delete_branch: deleteBranch(context),
      merge_proposal: mergeProposal(context),
      compact_documents: compactDocuments(context),
      keep_uploads: keepUploads(context),
    },
    exports: { export_file: exportFile(context), export_branch: exportBranch(context) },
    hosts: {
      report_to_host: reportToHost(context),
      report_proposal: reportProposal(context),
      follow_repository: followRepository(context),
      remove_webhook: removeWebhook(context),
      commit_documents: commitDocuments(context),
      check_billing: checkBillingJob(context),
      bill_true_ups: billTrueUpsJob(context),
      look_at_branch: lookAtBranchJob(context),
      look_at_domain: lookAtDomainJob(context),
    },
    migrations: { migrate: migrate(context) },
    audits: { deliver_audit: deliverAudit(context), forward_analytics: forwardAnalytics(context) },
    slowAudits: { deliver_audit_slowly: deliverAudit(context) },
    webhooks: { apply_webhooks: applyWebhooks(context) },
    comparisons: {
      compare_branch: compareBranch(context),
      compare_proposal: compareProposal(context),
      fix_rule: fixRule(context),
    },
    workspaces: {
      delete_workspace: deleteWorkspace(context),
      remove_leftovers: removeLeftovers(context),
    },
    archives: { export_workspace: exportWorkspace(context) },
    lints: { lint_branch: lintBranch(context) },
    mails: { send_mail: sendMail(context) },
    everythingElse: {
      purge: purge(context),
      ensure_partitions: sql('select private.ensure_activity_partitions()'),
      tell_sign_in_failures: sql('select private.tell_sign_in_failures(), private.tell_sign_in_refusals()'),
      apply_locks: sql('select private.apply_locks()'),
      follow_deletions: sql('select private.follow_deletions()'),
      lint_projects: async (payload) => {
        const { project_id: projectId } = payload as { project_id: number }
        await context.db.query('select private.lint_projects($1)', [projectId])
      },
      lint_what_waits: sql('select private.lint_what_waits()'),
      compare_what_waits: sql('select private.compare_what_waits()'),
      end_waivers: sql('select private.end_waivers()'),
      daily_digest: sql('select private.queue_daily_digests()'),
      domain_looks: sql('select private.queue_domain_looks()'),
      audit_deliveries: sql('select private.queue_audit_deliveries()'),
      analytics_turns: sql(
        `select graphile_worker.add_job('forward_analytics', job_key => 'forward_analytics', max_attempts => 1)`,
      ),
      billing_checks: sql('select private.queue_billing_checks()'),
      billing_notices: sql('select private.send_billing_notices()'),
      billing_quarters: sql(
        `select graphile_worker.add_job('bill_true_ups', job_key => 'bill_true_ups', max_attempts => 5)`,
      ),
      mail_mentions: async (payload) => {
        const { user_id: userId, thread_id: threadId } = payload as { user_id: number; thread_id: number }
        await context.db.query('select private.mail_mentions($1, $2)', [userId, threadId])
      },
    },
  }
}

/**
 * Hourly clean-up, and what nobody has linted or compared; waivers whose last day is over at midnight; the partitions of
 * the coming months daily; locks and deletions when they are due, failed sign-ins that are counted, custom domains that are
 * looked at, trails that are sent on, and what a collector of analytics is told; the digest of the day before in the European
 * morning, later the same day when no worker ran; what falls due in billing hourly, accounts against Stripe and the quarters
 * of contracts at night (times are UTC).
 */
export const crontab = `
17 * * * * purge ?max=3
5 3 * * * ensure_partitions ?max=5
* * * * * apply_locks ?max=2
*/5 * * * * tell_sign_in_failures ?max=2
*/10 * * * * follow_deletions ?max=2
41 * * * * lint_what_waits ?max=2
43 * * * * compare_what_waits ?max=2
* * * * * domain_looks ?max=2
* * * * * audit_deliveries ?max=2
* * * * * analytics_turns ?max=1
2 0 * * * end_waivers ?fill=23h&max=5
0 5 * * * daily_digest ?fill=12h&max=5
37 2 * * * billing_checks ?fill=12h&max=3
7 * * * * billing_notices ?max=3
52 2 * * * billing_quarters ?fill=12h&max=3
`
