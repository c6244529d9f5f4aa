// For a module that only functions ask for which nobody calls.
export default undefined
