import { type ComponentType, createElement, type LazyExoticComponent, lazy, useState } from 'react'

/** A part of the docs in a chunk of its own, by its named export. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }))
}

/** One that every page has: it is loaded at once, and where it is there already nothing stands in its place. */
export function promptPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loading = load()
  // A chunk that does not come is reported where it is rendered.
  loading.then((part) => (loaded = part)).catch(() => undefined)
  const Lazy = lazyPart(() => loading)
  return function Part(props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
}
