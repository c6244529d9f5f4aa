import pg from 'pg'

/**
 * The connection of a process that does one piece of work. A process that is killed takes its statement along: Postgres
 * looks whether somebody still waits, where it would compute on alone, with its locks.
 */
export async function openDatabase(dbUrl: string, name: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: dbUrl, application_name: name })
  // The statement under way rejects; without a listener the event would end the process without a reason.
  db.on('error', () => undefined)
  await db.connect()
  // Systems that cannot tell refuse it: https://www.postgresql.org/docs/17/runtime-config-connection.html
  await db.query("set client_connection_check_interval = '2s'").catch(() => undefined)
  return db
}
