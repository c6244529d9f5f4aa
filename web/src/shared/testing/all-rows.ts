// jsdom has no layout: a virtual list shows all rows it has. Imported before what renders one.
import { vi } from 'vitest'

vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getTotalSize: () => count,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: index })),
    scrollToIndex: () => undefined,
  }),
}))
