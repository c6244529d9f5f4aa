import type { RowOf } from './contract.ts'

/** The project that a CI token pushes to; by the SHA-256 of the token that is looked at again once its push has come. */
export type PushingProject = RowOf<'pushing_project'>
