export * from "./napkin.js";
/** In Node there is nothing to wait for. */
export default function init(): Promise<void>;
