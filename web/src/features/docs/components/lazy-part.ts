import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of the docs in a chunk of its own, by its named export. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }))
}
