# Run by cpack on what is installed for the tarball: lays Qt, its plugins and what they need beside the program, as
# Debian's packages have them, with the licences of each.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(plugins
    iconengines/libqsvgicon.so
    imageformats/libqsvg.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so
    platforminputcontexts/libibusplatforminputcontextplugin.so
    platforms/libqoffscreen.so
    platforms/libqwayland-egl.so
    platforms/libqwayland-generic.so
    platforms/libqxcb.so
    tls/libqopensslbackend.so
    wayland-decoration-client/libbradient.so
    wayland-graphics-integration-client/libqt-plugin-wayland-egl.so
    wayland-shell-integration/libxdg-shell.so
    xcbglintegrations/libqxcb-egl-integration.so
    xcbglintegrations/libqxcb-glx-integration.so)

file(STRINGS ${CPACK_WK_TARBALL}/of_the_system.txt of_the_system REGEX "^[^#]")
list(TRANSFORM of_the_system REPLACE "([.+])" "[\\1]")
list(TRANSFORM of_the_system REPLACE "(.+)" "^\\1$")

# find_package_of(FILE RESULT): the package of Debian that a file is from.
function(find_package_of file result)
    file(REAL_PATH ${file} real)
    string(REGEX REPLACE "^/usr/" "/" short ${real}) # where it was before /lib became a link
    foreach(name ${real} ${short})
        execute_process(COMMAND dpkg-query -S ${name} OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE failed)
        if(NOT failed)
            string(REGEX REPLACE "[,: ].*" "" package ${said})
            set(${result} ${package} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    message(FATAL_ERROR "${real} is of no package of Debian: whose licence is it under?")
endfunction()

set(sources "")
foreach(plugin ${plugins})
    get_filename_component(folder ${plugin} DIRECTORY)
    file(COPY ${CPACK_WK_PLUGINS}/${plugin} DESTINATION ${root}/lib/qt6/plugins/${folder})
    list(APPEND sources ${CPACK_WK_PLUGINS}/${plugin})
endforeach()

file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES ${root}/bin/watchkeeper
    LIBRARIES ${sources}
    RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES ${of_the_system})
foreach(library ${libraries})
    get_filename_component(name ${library} NAME)
    file(COPY_FILE ${library} ${root}/lib/${name})
    list(APPEND sources ${library})
endforeach()

set(translation ${CPACK_WK_TRANSLATIONS}/qtbase_zh_CN.qm)
file(COPY ${translation} DESTINATION ${root}/share/qt6/translations)
list(APPEND sources ${translation})
file(WRITE ${root}/bin/qt.conf
    "[Paths]\nPrefix=..\nPlugins=lib/qt6/plugins\nTranslations=share/qt6/translations\n")

# Of headers that are a part of the program, too.
list(APPEND sources /usr/include/nlohmann/json.hpp /usr/include/boost/beast.hpp)
foreach(source ${sources})
    find_package_of(${source} package)
    list(APPEND packages ${package})
endforeach()
list(REMOVE_DUPLICATES packages)
list(SORT packages)
set(licenses ${root}/share/doc/watchkeeper/licenses)
execute_process(COMMAND dpkg-query -W -f "\${Package} \${Version}, of the source \${source:Package} \${source:Version}\\n" ${packages}
    OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${licenses}/PACKAGES "These packages of Debian are a part of this tarball, unchanged. The file of each name here says whose they are and under
which licence they may be passed on. Their sources: https://sources.debian.org/src/SOURCE/VERSION/ and
https://snapshot.debian.org/package/SOURCE/VERSION/

${list}")
foreach(package ${packages})
    file(REAL_PATH /usr/share/doc/${package}/copyright copyright)
    file(COPY_FILE ${copyright} ${licenses}/${package})
endforeach()
# The licences that those files speak of.
file(COPY /usr/share/common-licenses/ DESTINATION ${licenses}/common-licenses FOLLOW_SYMLINK_CHAIN)
file(COPY ${CPACK_WK_TARBALL}/INSTALL.txt DESTINATION ${root})
