import type { TaskList } from 'graphile-worker'
import type { Context } from '../context.ts'
import { analyze } from './analyze.ts'
import { purge } from './purge.ts'
import { sendMail } from './send-mail.ts'

/** The jobs by the names under which the database queues them. */
export function tasks(context: Context): TaskList {
  return {
    analyze: analyze(context),
    send_mail: sendMail(context),
    purge: purge(context),
    ensure_partitions: async () => {
      await context.db.query('select private.ensure_activity_partitions()')
    },
  }
}

/** Hourly clean-up; the partitions of the coming months daily. */
export const crontab = `
17 * * * * purge ?max=3
5 3 * * * ensure_partitions ?max=5
`
