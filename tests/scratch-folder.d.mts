export function fitsIntoMemory(machine: { mounts: string; room: number; memory: number }): boolean
export function makeScratchFolder(): string
