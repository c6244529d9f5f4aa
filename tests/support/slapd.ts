// A real OpenLDAP server (Debian's slapd) in a temporary folder, with TLS by an authority of its own.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeBlock } from '../../stack/ports.ts'
import { findProgram } from '../programs.mjs'

export interface Directory {
  url: string
  ldapsUrl: string
  caCert: string
  bindDN: string
  bindCredentials: string
  searchBase: string
  close(): Promise<void>
}

const PASSWORD = 'admin-secret'
const BASE = 'dc=example,dc=org'

const CONFIG = (dir: string) => `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${dir}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${dir}/ca.pem
TLSCertificateFile ${dir}/server.pem
TLSCertificateKeyFile ${dir}/server.key
database mdb
suffix "${BASE}"
rootdn "cn=admin,${BASE}"
rootpw ${PASSWORD}
directory ${dir}/data
`

const person = (uid: string, name: string, password: string, mails: string[]) => `
dn: uid=${uid},ou=people,${BASE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${name}
givenName: ${name.split(' ')[0]}
sn: ${name.split(' ')[1]}
userPassword: ${password}
${mails.map((mail) => `mail: ${mail}`).join('\n')}
`

/** Many people, for many at once: staff-0 … staff-19, each with their name and -secret as the password. */
function staff(): string {
  const uids = Array.from({ length: 20 }, (_, n) => `staff-${n}`)
  return uids.map((uid) => person(uid, `Some ${uid}`, `${uid}-secret`, [`${uid}@directory.example`])).join('')
}

const LDIF = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people
${person('ada', 'Ada Lovelace', 'ada-secret', ['ada@directory.example', 'countess@directory.example'])}${person('bob', 'Bob Builder', 'bob-secret', ['bob@directory.example'])}${person('nomail', 'No Mail', 'nomail-secret', [])}${staff()}`

/** Starts it with Ada, Bob and somebody without an address; resolves when it answers. */
export async function startDirectory(): Promise<Directory> {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-slapd-'))
  mkdirSync(join(dir, 'data'))
  certificates(dir)
  writeFileSync(join(dir, 'slapd.conf'), CONFIG(dir))
  writeFileSync(join(dir, 'people.ldif'), LDIF)
  const slapd = findProgram('slapd') ?? 'slapd'
  const config = join(dir, 'slapd.conf')
  execFileSync(slapd, ['-T', 'add', '-f', config, '-l', join(dir, 'people.ldif')])
  const port = await freeBlock(2)
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${port + 1}`
  const child = spawn(slapd, ['-d', '0', '-f', config, '-h', urls], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await answers(port)
  return {
    url: `ldap://127.0.0.1:${port}`,
    ldapsUrl: `ldaps://127.0.0.1:${port + 1}`,
    caCert: readFileSync(join(dir, 'ca.pem'), 'utf8'),
    bindDN: `cn=admin,${BASE}`,
    bindCredentials: PASSWORD,
    searchBase: `ou=people,${BASE}`,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function certificates(dir: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Test Authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=127.0.0.1',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  )
  writeFileSync(join(dir, 'san.cnf'), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
  openssl(
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-extfile',
    'san.cnf',
    '-out',
    'server.pem',
  )
}

/** Resolves once the port takes connections. */
function answers(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('error', () => setTimeout(attempt, 30))
    }
    attempt()
  })
}
