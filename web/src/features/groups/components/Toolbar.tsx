import { useCallback } from 'react'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { flavorLabels, visibilityLabels } from '../model.ts'
import type { View } from '../use-view.ts'

function optionsOf(all: string, labels: Record<string, string>) {
  return [{ value: any, label: all }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
}

// An empty value would show as none.
const any = 'any'

const visibilities = optionsOf('Any visibility', visibilityLabels)
const types = optionsOf('Any type', flavorLabels)

/** Search and filters of the projects. */
export function Toolbar({ view: { filter, change } }: { view: View }) {
  const search = useCallback((text: string) => change({ search: text.trim() || null }), [change])
  return (
    <TableToolbar
      search={filter.search}
      onSearchChange={search}
      searchLabel="Search projects and groups"
      filters={[
        {
          id: 'visibility',
          label: 'Visibility',
          value: filter.visibility ?? any,
          options: visibilities,
          onChange: (visibility) => change({ visibility: visibility === any ? null : visibility }),
        },
        {
          id: 'type',
          label: 'Type',
          value: filter.flavor ?? any,
          options: types,
          onChange: (type) => change({ type: type === any ? null : type }),
        },
      ]}
    />
  )
}
