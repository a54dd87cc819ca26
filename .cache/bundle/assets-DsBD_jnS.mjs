export { i as serveAsset } from "./assets-iSmGaqD7.mjs";
