// What `yaml` writes texts with, for functions that nobody calls.
export const createStringifyContext = undefined
export const stringify = undefined
export const stringifyCollection = undefined
export const stringifyDocument = undefined
export const stringifyPair = undefined
export const stringifyString = undefined
