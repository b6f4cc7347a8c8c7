export * from "./napkin.js";
/** Does nothing: in Node the module is already loaded. */
export default function init(): Promise<void>;
