// The shapes that calls answer, from the composite types of the database.
export type { Page, RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'
