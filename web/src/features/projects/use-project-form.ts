import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { randomAppearance } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { projectSlugFrom } from '../../../../supabase/functions/_shared/domain/slugs.ts'
import { config } from '../../shared/config/config.ts'
import { useFeatures, useGroups } from '../../shared/data/projects.ts'
import { blockedBecause, usePublicAllowed, type VisibilityRules } from '../../shared/data/visibility.ts'
import { useProjectLimit } from './components/PlanLimit.tsx'
import type { FlavourId } from './flavours.ts'
import type { ProjectValues } from './forms.ts'
import type { ProjectInput } from './queries.ts'

/** Which visibilities a new project outside of groups may have. */
export function useVisibilityRules(): VisibilityRules {
  const features = useFeatures()
  const publicAllowed = usePublicAllowed()
  return {
    privateAllowed:
      config.mode === 'single_tenant' ||
      (features.data?.some(({ name, allowed }) => name === 'private_projects' && allowed) ?? false),
    publicAllowed: publicAllowed.data ?? true,
    group: undefined,
  }
}

/** The fields that every kind asks, with the rules between them. */
export function useProjectForm(flavour: FlavourId, resolver: Resolver<ProjectValues>) {
  const [query] = useSearchParams()
  const [appearance] = useState(randomAppearance)
  const groups = useGroups()
  const may = useVisibilityRules()
  const limit = useProjectLimit()
  const form = useForm<ProjectValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', slug: '', visibility: 'internal', group: '' },
  })
  const { setValue, getFieldState, watch } = form

  const preselected = groups.data?.find((group) => group.slug === query.get('group'))?.id
  useEffect(() => {
    if (preselected) setValue('group', String(preselected))
  }, [preselected, setValue])

  const deriveSlug = (name: string) => {
    if (!getFieldState('slug').isDirty) setValue('slug', projectSlugFrom(name), { shouldValidate: true })
  }
  /** Suggests a name, until somebody writes their own. */
  const suggestName = (name: string) => {
    if (getFieldState('name').isDirty) return
    setValue('name', name.slice(0, 75), { shouldValidate: true })
    deriveSlug(name)
  }
  const inputOf = (values: ProjectValues): ProjectInput => ({
    name: values.name,
    slug: values.slug,
    visibility: values.visibility,
    flavour,
    groupId: values.group ? Number(values.group) : null,
    iconName: appearance.name,
    iconColour: appearance.colour,
  })

  const values = watch()
  const mayBePrivate = flavour !== 'style_guide'
  const rules = {
    ...may,
    privateAllowed: mayBePrivate && may.privateAllowed,
    group: groups.data?.find((group) => String(group.id) === values.group),
  }
  const blocked = blockedBecause(values.visibility, rules)
  return {
    form,
    fields: { appearance, groups: groups.data ?? [], rules, values, mayBePrivate, onName: deriveSlug },
    suggestName,
    inputOf,
    isBlocked: blocked !== null,
    isFull: limit?.full === true,
  }
}

export type ProjectFormState = ReturnType<typeof useProjectForm>
