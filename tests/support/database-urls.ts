// Databases of a test cluster, by the address of any one in it.
import { connect } from '../../stack/postgres/connect.ts'

/** The address of a database in the cluster of `address` for a role, which has the password of that address. */
export function urlOf(address: string, role: string, database: string): string {
  const url = new URL(address)
  url.username = role
  url.pathname = database
  return url.href
}

/** Creates a database, owned by `postgres`, from a template. */
export async function createDatabase(adminUrl: string, name: string, template: string): Promise<void> {
  const admin = await connect(adminUrl)
  try {
    // Written to no log: a copy that is lost is made again.
    await admin.query(
      `create database ${name} template ${admin.escapeIdentifier(template)} owner postgres strategy file_copy`,
    )
  } finally {
    await admin.end()
  }
}
