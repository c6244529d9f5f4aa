// What @types/pg leaves out of pg: what Postgres told the client about its backend, which a CancelRequest names.
import 'pg'

declare module 'pg' {
  interface Client {
    readonly processID: number
    readonly secretKey: number
  }
}
