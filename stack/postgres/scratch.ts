// A throwaway cluster for tests and for developing against: bootstrapped and migrated template databases
// that are copied in a few milliseconds, gone when it is stopped.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeBlock } from '../ports.ts'
import { postgresBinaries } from './binaries.ts'
import { bootstrap } from './bootstrap.ts'
import { ADMIN, startCluster } from './cluster.ts'
import { connect, databaseUrl } from './connect.ts'
import { migrate } from './migrate.ts'
import { databaseUser } from './os-user.ts'

const PASSWORD = 'postgres'
export const BASE = 'template_base'
export const MIGRATED = 'template_migrated'

export interface Scratch {
  port: number
  stop(): Promise<void>
}

/** Boots the cluster with its two templates; migrations come from `migrationsDir`. */
export async function startScratch(migrationsDir: string): Promise<Scratch> {
  const user = databaseUser()
  const dir = mkdtempSync(join(tmpdir(), 'waymark-pg-'))
  chmodSync(dir, 0o711)
  const binaries = postgresBinaries(user, join(tmpdir(), 'waymark-postgres'))
  const port = await freeBlock(1)
  const pgDir = join(dir, 'postgres')
  const cluster = await startCluster({
    dir: pgDir,
    port,
    binaries,
    user,
    adminPassword: PASSWORD,
    durable: false,
  })
  const stop = async () => {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await buildTemplates(port, migrationsDir)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, stop }
}

/** Creates a database of its own from a template of the scratch cluster on `port`. */
export async function createScratchDatabase(port: number, name: string, template: string): Promise<void> {
  const admin = await connect(scratchUrl(port, ADMIN, 'template1'))
  try {
    await admin.query(`create database ${name} template ${template} owner postgres`)
  } finally {
    await admin.end()
  }
}

/** The connection string of a role in a scratch database. */
export function scratchUrl(port: number, role: string, database: string): string {
  return databaseUrl({ port, role, password: PASSWORD, database })
}

async function buildTemplates(port: number, migrationsDir: string): Promise<void> {
  const admin = await connect(scratchUrl(port, ADMIN, 'postgres'))
  await bootstrap(admin, PASSWORD).finally(() => admin.end())
  await createScratchDatabase(port, BASE, 'postgres')
  await createScratchDatabase(port, MIGRATED, BASE)
  if (!existsSync(migrationsDir)) return
  const owner = await connect(scratchUrl(port, 'postgres', MIGRATED))
  await migrate(owner, migrationsDir).finally(() => owner.end())
}
