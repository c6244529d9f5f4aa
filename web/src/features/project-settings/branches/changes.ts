// What the branches of a project are changed by.
import { messageOf, refusal } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import type { Branch } from '../model.ts'

const changes = ['settings-branches', 'settings-project', 'docs-project']

/** The name that a branch has now. */
export async function readBranchName(id: number): Promise<string> {
  const found = await unwrap(supabase.from('branches').select('name').eq('id', id).maybeSingle())
  if (!found) throw refusal('It was removed meanwhile.')
  return found.name
}

/**
 * Renames a branch, if it is still called what the caller saw: else it is not found. The dialog shows what is refused.
 */
export function useRenameBranch(word: string) {
  return useChange({
    run: ({ id, name, seen }: Pick<Branch, 'id' | 'name'> & { seen: string }) =>
      unwrap(supabase.from('branches').update({ name }).eq('id', id).eq('name', seen).select('id').single()),
    changes,
    success: `${word} updated`,
  })
}

/** Lists a branch, or no longer; `onRefused` may show a refusal in its own way and answers whether it did. */
export function useListBranch(onRefused: (error: unknown) => boolean) {
  return useChange({
    run: ({ id, is_published }: Pick<Branch, 'id' | 'is_published'>) =>
      unwrap(supabase.from('branches').update({ is_published }).eq('id', id).select('id').single()),
    changes,
    failure: (error) => (onRefused(error) ? null : messageOf(error)),
  })
}

/** Makes a branch the default one. */
export function useSetDefaultBranch(word: string) {
  return useChange({
    run: ({ id }: Pick<Branch, 'id'>) => rpc('set_default_branch', { p_branch_id: id }),
    changes,
    success: `${word} updated`,
    failure: (error) => messageOf(error),
  })
}

/** Removes a branch; its data goes as soon as the worker comes to it. */
export function useRemoveBranch(word: string) {
  return useChange({
    run: ({ id }: Pick<Branch, 'id'>) => rpc('delete_branch', { p_branch_id: id }),
    changes: [...changes, 'tasks'],
    success: `${word} removed`,
  })
}
