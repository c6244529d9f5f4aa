import { nodeAt, Refusal } from '../tree/node.ts'
import { plainValueOf } from '../tree/plain-value.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import { put } from '../tree/value.ts'
import type { Format, Key, Path, TextSource } from '../types.ts'
import { anchorsFor } from './anchors.ts'
import type { Part } from './part.ts'
import { PartIndex } from './part-index.ts'
import { type Problem, problemsBetween, problemsOfLeaf } from './problems.ts'

/**
 * The values of several texts, for comparison: a part whose text is the same in all of them is one object that stands for
 * it, and is not parsed. Null where one of them does not parse, JSON with comments too, or is too large to be.
 */
export function valuesOf(texts: readonly TextSource[], format: Format): readonly unknown[] | null {
  try {
    return new Reader(texts.map((text) => new PartIndex(text, format))).values()
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxProblem) return null
    throw error
  }
}

/** A part that is the same everywhere. */
class Same {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }
}

class Reader {
  private readonly indexes: readonly PartIndex[]

  constructor(indexes: readonly PartIndex[]) {
    this.indexes = indexes
  }

  values(): unknown[] {
    return this.within(
      this.indexes.map(({ root }) => root),
      [],
    )
  }

  private within(parts: readonly (Part | undefined)[], path: readonly Key[]): unknown[] {
    const children = parts.map((part, index) => {
      const found = part && this.indexes[index]?.childrenOf(part, path)
      return part?.kind === 'map' && isSingle(found) ? found : null
    })
    if (!children.every((found) => found !== null)) return parts.map((part, index) => this.value(part, index))
    for (const [index, found] of children.entries()) {
      const [own, part] = [this.indexes[index], parts[index]]
      if (own?.format === 'json' && part) mustBeFree(problemsBetween(own, part, found))
    }
    const objects = parts.map((): Record<string, unknown> => ({}))
    for (const key of new Set(children.flatMap((found) => found.map((child) => child.key)))) {
      const ofKey = children.map((found) => found.find((child) => child.key === key))
      const values = this.isSame(ofKey) ? sameFor(ofKey, [...path, key]) : this.member(ofKey, [...path, key])
      for (const [index, child] of ofKey.entries())
        if (child) put(objects[index] ?? {}, String(key), values[index])
    }
    return this.inOrder(objects, children)
  }

  private member(parts: readonly (Part | undefined)[], path: readonly Key[]): unknown[] {
    return parts.every((part) => part !== undefined)
      ? this.within(parts, path)
      : parts.map((part, index) => this.value(part, index))
  }

  private isSame(parts: readonly (Part | undefined)[]): boolean {
    const [first, ...others] = parts.map((part, index) => part && this.textOf(part, index))
    return first !== undefined && others.every((text) => text === first)
  }

  private textOf(part: Part, index: number): string {
    return this.indexes[index]?.text.slice(part.from, part.to).trimEnd() ?? ''
  }

  private value(part: Part | undefined, index: number): unknown {
    const own = this.indexes[index]
    if (!part || !own) return undefined
    mustBeFree(problemsOfLeaf(own, part))
    const leaf = own.leafOf(part)
    const node = nodeAt(leaf.root, leaf.path)
    return node && plainValueOf(node, anchorsFor(own, leaf))
  }

  private inOrder(objects: Record<string, unknown>[], children: readonly (readonly Part[])[]): unknown[] {
    return objects.map((object, index) => {
      const ordered: Record<string, unknown> = {}
      for (const { key } of children[index] ?? [])
        put(ordered, String(key), Object.getOwnPropertyDescriptor(object, key)?.value)
      return ordered
    })
  }
}

function mustBeFree([problem]: readonly Problem[]): void {
  if (problem) throw new SyntaxProblem(problem.message, problem.range.from, problem.range.to)
}

function sameFor(parts: readonly unknown[], path: Path): unknown[] {
  const same = new Same(path)
  return parts.map(() => same)
}

/** Whether no name stands twice. */
function isSingle(children: readonly Part[] | null | undefined): children is readonly Part[] {
  return (
    children !== null &&
    children !== undefined &&
    new Set(children.map(({ key }) => key)).size === children.length
  )
}
