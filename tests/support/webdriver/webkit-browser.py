#!/usr/bin/python3
"""A WebKitGTK window with a persistent profile, driven by WebKitWebDriver. The packaged MiniBrowser stores nothing
under automation. Arguments: profile folder, HTTP proxy, whether scripts may run, whether the theme is dark."""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

profile, proxy, script, dark = sys.argv[1:]

data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"), base_cache_directory=os.path.join(profile, "cache")
)
data.set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(f"http://{proxy}", None)
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
view = WebKit2.WebView(
    web_context=context,
    is_controlled_by_automation=True,
    settings=WebKit2.Settings(
        enable_javascript=script == "true", enable_write_console_messages_to_stdout=True
    ),
)


def on_automation(_, session):
    about = WebKit2.ApplicationInfo.new()
    about.set_name("MiniBrowser")
    session.set_application_info(about)
    session.connect("create-web-view", lambda *_: view)


def on_download(_, download):
    def decide(download, name):
        download.set_destination(GLib.filename_to_uri(os.path.join(profile, name)))
        return True

    download.connect("decide-destination", decide)


context.connect("automation-started", on_automation)
context.connect("download-started", on_download)
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", dark == "true")
window = Gtk.Window(default_width=1280, default_height=900)
window.add(view)
window.connect("destroy", Gtk.main_quit)
view.connect("close", lambda _: window.destroy())
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, window.destroy)
window.show_all()
Gtk.main()
